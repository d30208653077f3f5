import './session.ts'
import './language.ts'
import './theme/mantine.ts'
import '@fontsource-variable/inter'
import './theme/tokens.css'
import './theme/global.css'
import { MantineProvider } from '@mantine/core'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { nonce } from './csp-nonce.ts'
import { loadDeferred } from './deferred.tsx'
import { startPage } from './state/start.ts'
import { notifyPriority } from './state/sync.ts'
import { loadTemporal } from './temporal.ts'
import { paintEarly, schemeManager } from './theme/colour-scheme.ts'
import { cssVariables, theme } from './theme/theme.ts'
import { viewRules } from './views/registry.tsx'

paintEarly()

/** Style elements made at run time carry the page's nonce: the policy lets no others in. */
Object.assign(window, { __webpack_nonce__: nonce }) // where the scroll lock under Mantine's dialogs looks for it

const draw = (): void => {
  const root = document.getElementById('root')
  if (root === null) throw new Error('The page has no root element.')
  createRoot(root).render(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={schemeManager}
      getStyleNonce={() => nonce}
      withGlobalClasses={false}
    >
      <App />
    </MantineProvider>,
  )
}

void startPage(viewRules).then(loadDeferred)
notifyPriority()
void loadTemporal().then(draw)
