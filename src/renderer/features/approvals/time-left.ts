const SECOND_MS = 1_000;

/** What is left of an approval's time, for example "4:38 left"; null once it is over. */
export function timeLeft(expiresAt: number, now: number): string | null {
  const seconds = Math.ceil((expiresAt - now) / SECOND_MS);
  if (seconds <= 0) return null;
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)} left` : `${minutes}:${two(seconds % 60)} left`;
}
