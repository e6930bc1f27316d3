type Environment = Readonly<Record<string, string | undefined>>;

const TRY = 'Without any model, try: start "ping -c 3 127.0.0.1" and tell me when it is done';

/** The one line that a start with a window says when it is up: where its window is, and what to try. */
export function upLine(env: Environment): string {
  return `Talaria is up; its window is ${windowPlace(env)}. ${TRY}`;
}

function windowPlace(env: Environment): string {
  if (isSet(env.TALARIA_VIRTUAL_DISPLAY))
    return `on the virtual display ${env.TALARIA_VIRTUAL_DISPLAY}, because this machine shows no screen`;
  if (isSet(env.WAYLAND_DISPLAY)) return 'on your screen';
  return isSet(env.DISPLAY) ? `on the display ${env.DISPLAY}` : 'on your screen';
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}
