import { type HostCallName, type HostReply, hostCalls } from '../../../shared/contract/host-protocol';

type ReplyParsers = { readonly [N in HostCallName]: (value: unknown) => HostReply<N> };

/** Parses the reply of each call; throws what the schema throws. */
export const parseReply: ReplyParsers = {
  spawn: (value) => hostCalls.spawn.reply.parse(value),
  write: (value) => hostCalls.write.reply.parse(value),
  closeStdin: (value) => hostCalls.closeStdin.reply.parse(value),
  kill: (value) => hostCalls.kill.reply.parse(value),
  resize: (value) => hostCalls.resize.reply.parse(value),
  tail: (value) => hostCalls.tail.reply.parse(value),
  facts: (value) => hostCalls.facts.reply.parse(value),
  forget: (value) => hostCalls.forget.reply.parse(value),
  ping: (value) => hostCalls.ping.reply.parse(value),
  shutdown: (value) => hostCalls.shutdown.reply.parse(value),
};
