import { ask, type Command, type Family } from '../finding';
import type { SimpleCommand } from '../syntax/script';
import type { Word } from '../syntax/words';

const CLIENTS = new Set([
  'psql',
  'mysql',
  'mariadb',
  'sqlite3',
  'sqlcmd',
  'sqlplus',
  'duckdb',
  'clickhouse-client',
  'cockroach',
  'bq',
  'usql',
]);
const DROPS = /\bdrop\s+(table|database|schema|user|role|index|view|tablespace|column)\b/i;
const TRUNCATES = /\btruncate\s+(table\s+)?[\w"`[.]/i;
const DELETES = /\bdelete\s+from\s+[^;]*/gi;

/** True for SQL that throws data away: DROP, TRUNCATE, DELETE without WHERE. */
function destroysData(sql: string): boolean {
  const bare = sql.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ');
  if (DROPS.test(bare) || TRUNCATES.test(bare)) return true;
  return [...bare.matchAll(DELETES)].some((statement) => !/\bwhere\b/i.test(statement[0]));
}

/** SQL that destroys, given to a client as argument or input, or standing alone as a command. */
export const sql: Family = (command) => {
  if (['drop', 'truncate', 'delete'].includes(command.name)) return bareStatement(command);
  if (!CLIENTS.has(command.name)) return [];
  const word = command.args.find((arg) => destroysData(arg.text));
  if (word === undefined && !inputTexts(command.simple).some(destroysData)) return [];
  const words = word === undefined ? [command.head, ...command.args] : [command.head, word];
  return [ask({ family: 'sql-destroy', text: 'Throws away data in a database.', words })];
};

function bareStatement(command: Command) {
  const words: readonly Word[] = [command.head, ...command.args];
  const isStatement = destroysData(words.map((word) => word.text).join(' '));
  return isStatement ? [ask({ family: 'sql-destroy', text: 'Throws away data in a database.', words })] : [];
}

/** What reaches a command's input as text in the script: here-documents, and what earlier stages print or are given. */
function inputTexts(simple: SimpleCommand): readonly string[] {
  if (simple.stdin?.kind === 'text') return [simple.stdin.text];
  if (simple.stdin?.kind !== 'pipe') return [];
  return simple.stdin.from.flatMap((from) => {
    const own = from.words.map((word) => word.text).join(' ');
    return from.stdin?.kind === 'text' ? [own, from.stdin.text] : [own];
  });
}
