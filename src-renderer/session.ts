// The secret that lets this page speak to the desk. The page makes it; the token of the printed address opens it, once.
// It is kept in sessionStorage, which belongs to our origin, port included: a cookie goes to every port of this machine.
// A tab without one asks the other tabs of this origin for theirs.
import { SESSION_SLOT, TOKEN_HEADER } from '../src-shared/desk/values/web-session.ts'

type Proof = {
  readonly session: string
  /** Sent until the desk has accepted the session. */
  readonly token: string | null
  /** Handed over by another tab, which had no better one. */
  readonly isHandedOver: boolean
}

export type Session = {
  /** What each request carries; null: this page has no session. */
  readonly headers: () => Promise<Record<string, string> | null>
  /** The desk answered a request with these headers. */
  readonly accepted: () => void
  /** The desk refused them; true while another try is under way, which loads the page again. */
  readonly refused: () => boolean
}

const HAND_OVER_MS = 1000
const ASK = 'ask'
const TOKEN_HASH = /^#token=([\w-]+)$/

/** Takes the token out of the address at once, so that neither the history nor a copied link keeps it. */
const takeToken = (): string | null => {
  const token = TOKEN_HASH.exec(location.hash)?.[1] ?? null
  if (token !== null) history.replaceState(null, '', location.pathname)
  return token
}

const isWebPage = typeof window !== 'undefined' && window.desk === undefined
const token = isWebPage ? takeToken() : null
if (isWebPage)
  window.addEventListener('hashchange', () => {
    // A fresh address that is typed into this tab changes the fragment only.
    if (TOKEN_HASH.test(location.hash)) location.reload()
  })

const newSession = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('')

const askOtherTabs = (): Promise<string | null> =>
  new Promise((resolve) => {
    const channel = new BroadcastChannel(SESSION_SLOT)
    const end = (session: string | null) => {
      clearTimeout(timeout)
      channel.close()
      resolve(session)
    }
    const timeout = setTimeout(() => end(null), HAND_OVER_MS)
    channel.onmessage = ({ data }: MessageEvent<string>) => {
      if (data !== ASK) end(data)
    }
    channel.postMessage(ASK)
  })

const answerOtherTabs = (session: string): BroadcastChannel => {
  const channel = new BroadcastChannel(SESSION_SLOT)
  channel.onmessage = ({ data }: MessageEvent<string>) => {
    if (data === ASK) channel.postMessage(session)
  }
  return channel
}

export const createSession = (): Session => {
  /** Of this tab before the token came; kept for the case that the token does not work. */
  const earlier = sessionStorage.getItem(SESSION_SLOT)
  let channel: BroadcastChannel | undefined

  const begin = async (): Promise<Proof | null> => {
    if (token !== null) {
      const session = newSession()
      // Before it is used: a reload must find the session that the token opened.
      sessionStorage.setItem(SESSION_SLOT, session)
      return { session, token, isHandedOver: false }
    }
    if (earlier !== null) return { session: earlier, token: null, isHandedOver: false }
    const session = await askOtherTabs()
    return session === null ? null : { session, token: null, isHandedOver: true }
  }
  const proving = begin()
  let proof: Proof | null = null

  return {
    headers: async () => {
      proof ??= await proving
      if (proof === null) return null
      const authorization = `Bearer ${proof.session}`
      return proof.token === null ? { authorization } : { authorization, [TOKEN_HEADER]: proof.token }
    },
    accepted: () => {
      if (channel !== undefined || proof === null) return
      sessionStorage.setItem(SESSION_SLOT, proof.session)
      channel = answerOtherTabs(proof.session)
      proof = { ...proof, token: null }
    },
    refused: () => {
      const isKnown = channel !== undefined
      channel?.close()
      if (token !== null && earlier !== null && !isKnown) sessionStorage.setItem(SESSION_SLOT, earlier)
      else sessionStorage.removeItem(SESSION_SLOT)
      const canTryAgain = !isKnown && proof !== null && !proof.isHandedOver
      if (canTryAgain) location.reload()
      return canTryAgain
    },
  }
}
