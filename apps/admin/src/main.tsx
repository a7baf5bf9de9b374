import '@mantine/core/styles.css'
import './style.css'
import './editor/dialogs.css'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { language } from './i18n/i18n.ts'
import { nonce } from './nonce.ts'

setNonce(nonce)
document.documentElement.lang = language()
const root = document.getElementById('root')
if (!root) throw new Error('the document has no root element')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
