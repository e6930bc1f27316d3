// Imported first: says what is wrong before a too old Node stumbles over something else.
const OLDEST = 20;

if (Number(process.versions.node.split('.')[0]) < OLDEST) {
  process.stderr.write(
    `Talaria needs Node ${OLDEST} or later; this is ${process.versions.node}. Install a newer one, then start again.\n`,
  );
  process.exit(3);
}
