const SHOWN = ['page app://desk/', 'window ready', 'window show']
/** Windows are closed, then the desk's files; only then does the app quit. */
const ASKED_TO_QUIT = ['app before-quit', 'window close', 'window closed', 'app will-quit']
const QUIT = ['app before-quit', 'app will-quit', 'app quit']

/** What happens to the app and its first window, in order, as recorder.cjs writes it down. */
export const transcript = {
  'open and quit': [...SHOWN, ...ASKED_TO_QUIT, ...QUIT],
  'close and start again': [
    ...SHOWN,
    'window close',
    'window hide',
    'app second-instance',
    'window show',
    ...ASKED_TO_QUIT,
    ...QUIT,
  ],
  links: [
    'page app://desk/#/rankings/all?search=tea',
    'window ready',
    'window show',
    'app second-instance',
    'app second-instance',
    'page moves to app://desk/#/settings/all',
    ...ASKED_TO_QUIT,
    ...QUIT,
  ],
  navigation: [...SHOWN, 'page wants http://example.com/', ...ASKED_TO_QUIT, ...QUIT],
  crash: [...SHOWN, 'renderer gone', 'page app://desk/', 'renderer gone', 'window hide', ...ASKED_TO_QUIT, ...QUIT],
  'quit with a send in flight': [...SHOWN, ...ASKED_TO_QUIT, 'app before-quit', 'app will-quit', ...QUIT],
} satisfies Record<string, readonly string[]>
