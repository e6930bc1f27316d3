import type { SessionId } from '../../../../shared/lib/ids';
import { call, on } from '../../../lib/bridge';
import { SessionTranscript, type TranscriptPorts } from './session-transcript';

/** Transcripts that stay in memory while they are not shown. */
const KEPT = 12;

const ports: TranscriptPorts = {
  load: (input) => call('sessions.transcript', input),
  nextFrame: (callback) => {
    requestAnimationFrame(callback);
  },
};

/**
 * The transcripts that this page knows, as long as the page lives: text that is written while another session is
 * shown is not lost, and a session that was seen before is there at once.
 */
class Transcripts {
  private readonly _known = new Map<SessionId, SessionTranscript>();
  private _isListening = false;

  of(sessionId: SessionId): SessionTranscript {
    this._listen();
    const known = this._known.get(sessionId) ?? new SessionTranscript(sessionId, ports);
    this._known.delete(sessionId);
    this._known.set(sessionId, known);
    this._forgetOldest();
    return known;
  }

  private _listen(): void {
    if (this._isListening) return;
    this._isListening = true;
    on('engine', (event) => {
      if (!('sessionId' in event) || event.sessionId === undefined) return;
      this._known.get(event.sessionId)?.handle(event);
    });
  }

  private _forgetOldest(): void {
    for (const [id, transcript] of this._known) {
      if (this._known.size <= KEPT) return;
      if (!transcript.isWatched && transcript.state.runningTurn === null) this._known.delete(id);
    }
  }
}

export const transcripts = new Transcripts();
