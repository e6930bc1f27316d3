import { askAlways, type Finding } from '../finding';
import type { Assignment } from '../syntax/script';
import type { Word } from '../syntax/words';

/** Variables whose value is run, or loaded into every program. */
const CODE =
  /^(BASH_ENV|ENV|PROMPT_COMMAND|PS4|LD_PRELOAD|LD_AUDIT|LD_LIBRARY_PATH|DYLD_\w+|LESSOPEN|LESSCLOSE|PAGER|MANPAGER|BROWSER|EDITOR|VISUAL|GIT_\w*(PAGER|EDITOR|ASKPASS|SSH|SSH_COMMAND|PROXY_COMMAND|EXTERNAL_DIFF|EXEC_PATH)|GIT_CONFIG_\w+|SSH_ASKPASS|SUDO_ASKPASS|PERL5OPT|PERL5DB|RUBYOPT|PYTHONSTARTUP|PYTHONHOME|NODE_OPTIONS|JAVA_TOOL_OPTIONS|BASH_FUNC_\S*|SHELLOPTS)$/;
const HARMLESS_VALUE =
  /^(|cat|less|more|true|:|vi|vim|nano|\/bin\/true|code --wait|--max[-_]old[-_]space[-_]size=\d+|--(no-warnings|enable-source-maps|trace-warnings|no-deprecation|openssl-legacy-provider|experimental-vm-modules))$/;

/** Assignments that decide what other programs run. */
export function assignmentFindings(assignments: readonly Assignment[]): readonly Finding[] {
  return assignments
    .filter(({ name, value }) => CODE.test(name) && !(value === null || isHarmless(value)))
    .map((assignment) =>
      askAlways({
        family: 'code-in-environment',
        text: 'Sets a variable that other programs run as code.',
        words: [assignment],
      }),
    );
}

function isHarmless(value: Word): boolean {
  return value.literal && HARMLESS_VALUE.test(value.text);
}
