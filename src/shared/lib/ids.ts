import { z } from 'zod';

/** Source of randomness for ids: `count` lower-case hex digits. Injected, so that tests can fix them. */
export type RandomHex = (count: number) => string;

const HEX_DIGITS = 12;

function idSchema<Brand extends string>(prefix: string, _brand: Brand) {
  return z
    .string()
    .regex(new RegExp(`^${prefix}_[0-9a-f]{${HEX_DIGITS}}$`), `expected ${prefix}_ and ${HEX_DIGITS} hex digits`)
    .brand<Brand>();
}

export const SessionId = idSchema('ses', 'SessionId');
export type SessionId = z.infer<typeof SessionId>;

export const TurnId = idSchema('turn', 'TurnId');
export type TurnId = z.infer<typeof TurnId>;

export const MessageId = idSchema('msg', 'MessageId');
export type MessageId = z.infer<typeof MessageId>;

/** `proc_` and 12 hex digits: the wire shape that existing clients know (spec/processes 1.1). */
export const ProcessId = idSchema('proc', 'ProcessId');
export type ProcessId = z.infer<typeof ProcessId>;

export const RequestId = idSchema('apr', 'RequestId');
export type RequestId = z.infer<typeof RequestId>;

export const EventId = idSchema('evt', 'EventId');
export type EventId = z.infer<typeof EventId>;

/** Makes new ids from injected randomness. */
export class IdSource {
  constructor(private readonly _randomHex: RandomHex) {}

  session(): SessionId {
    return SessionId.parse(`ses_${this._randomHex(HEX_DIGITS)}`);
  }

  turn(): TurnId {
    return TurnId.parse(`turn_${this._randomHex(HEX_DIGITS)}`);
  }

  message(): MessageId {
    return MessageId.parse(`msg_${this._randomHex(HEX_DIGITS)}`);
  }

  process(): ProcessId {
    return ProcessId.parse(`proc_${this._randomHex(HEX_DIGITS)}`);
  }

  request(): RequestId {
    return RequestId.parse(`apr_${this._randomHex(HEX_DIGITS)}`);
  }

  event(): EventId {
    return EventId.parse(`evt_${this._randomHex(HEX_DIGITS)}`);
  }
}
