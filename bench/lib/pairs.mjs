/** Measures subject and baseline in turn, A B A B, after one round that does not count. */
export async function pairs(runs, subject, bare) {
  await subject();
  await bare();
  const samples = [];
  const baseline = [];
  for (let i = 0; i < runs; i++) {
    samples.push(await subject());
    baseline.push(await bare());
  }
  return { samples, baseline };
}
