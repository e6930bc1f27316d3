/** The channels between preload and main: one for calls, one for events, one that hands ports over. */
export const IPC_CALL_CHANNEL = 'talaria.call';
export const IPC_EVENT_CHANNEL = 'talaria.event';
export const IPC_PORT_CHANNEL = 'talaria.port';
