import { describe, expect, it } from 'vitest';
import { foregroundObstacle } from './foreground-guard';

describe('foreground guard', () => {
  it.each([
    'npm run dev',
    'npm start',
    'cd web && npm run dev',
    'PORT=3000 npm run dev -- --open',
    'npm --prefix web run dev',
    'yarn dev',
    'pnpm run dev:web',
    'bun run dev',
    'npx vite',
    'npx --yes vite --port 3000',
    './node_modules/.bin/vite preview',
    'npx vite build --watch',
    'next dev',
    'tsc --watch',
    'tsc -w -p .',
    'docker compose up',
    'docker compose -f a.yml up --build',
    'sudo docker-compose up',
    'uvicorn app:app --reload',
    'python3 -m uvicorn app:app',
    'python -m http.server 8000',
    'python -u -m http.server',
    'uv run gunicorn app:app',
    'python manage.py runserver',
    'php -S localhost:8000',
    'flask --app x run',
    'watch -n 1 ls',
    '(cd web; npm run dev)',
    'if true; then npm run dev; fi',
    'npm run dev > log 2>&1',
  ])('case 358: %s is refused, and background is advised', (command) => {
    expect(foregroundObstacle(command)).toContain('background=true');
  });

  it.each([
    'sleep 300 &',
    'sleep 300 & echo done',
    'make && ./server &',
    '{ sleep 1; } &',
    '(sleep 1) &',
    'sleep 1 &\necho next',
    'curl http://x.test/?a=1&b=2',
    'nohup ./server',
    'nohup ./server > log 2>&1 &',
    'setsid ./server',
    'sudo setsid ./server',
    'sleep 9 & disown',
    'x=1 nohup sleep 1',
  ])('what goes out of sight is refused: %s', (command) => {
    expect(foregroundObstacle(command)).toContain('background=true');
  });

  it.each([
    'npm run dev --help',
    'npm run build',
    'npm test',
    'npm install',
    'npm run test:watchdog',
    'echo "npm run dev"',
    "echo 'npm run dev'",
    'echo npm run dev',
    'git commit -m "fix & run npm run dev"',
    'npx vite build',
    'vite --version',
    'uvicorn --help',
    'docker compose up -d',
    'docker compose up --abort-on-container-exit',
    'docker compose down',
    'docker ps',
    'tsc -p .',
    'node --test',
    'timeout 5 npm run dev',
    'ls 2>&1',
    'ls &> log',
    'ls &>> log; true',
    'a && b || c',
    'cmd |& tee log',
    'sleep 1 & sleep 1 & wait',
    'sleep 1 & pid=$!; wait $pid',
    'echo a \\& b',
    'echo $((5 & 3))',
    '((x = 5 & 3))',
    'echo "$(printf "a & b")"',
    'echo `printf "a & b"`',
    '# server &\nls',
    'ls # in the background &',
    "cat > run.sh <<'EOF'\nnohup server &\nnpm run dev\nEOF",
    'cat <<-EOF\n\tserver &\n\tEOF\nls',
    'nohup --help',
    'case x in a) ls ;& b) ls ;; esac',
    'pip install uvicorn',
    'grep -r nohup .',
    '',
  ])('quotes, other operators, help and short programs pass: %s', (command) => {
    expect(foregroundObstacle(command)).toBeNull();
  });

  it('stays linear on hostile text', () => {
    const time = (text: string) => {
      const start = performance.now();
      foregroundObstacle(text);
      return performance.now() - start;
    };
    for (const part of ['$(', '"', '`', '<<a ', '((', '&', '\\', "'", '<<a\n', 'a "$(']) {
      const small = time(part.repeat(10_000));
      expect(time(part.repeat(40_000))).toBeLessThan(small * 16 + 200);
    }
  });
});
