import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ToolBench } from '../../../tests/fakes/tool-bench';
import { JsonObject } from '../../shared/lib/json';

/** What a model is told of the tools: a change here is a change of the wire, and is meant or a mistake. */
describe('definitions as a model gets them', () => {
  let tools: ToolBench;
  beforeAll(() => {
    tools = new ToolBench({ cwd: '/' });
  });
  afterAll(() => tools.dispose());

  it('are stable', () => {
    expect(tools.definitions.map(({ name, parameters }) => ({ name, parameters }))).toMatchSnapshot();
  });

  it('every argument has one type and a short description', () => {
    for (const { parameters, description } of tools.definitions) {
      expect(description.length).toBeLessThan(500);
      expect(parameters).toMatchObject({ type: 'object' });
      for (const property of Object.values(JsonObject.parse(parameters.properties))) {
        expect(property).toMatchObject({ description: expect.stringMatching(/^.{10,140}$/), type: expect.any(String) });
      }
    }
  });
});
