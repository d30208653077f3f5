/** Of this page: the policy lets no style in without it, neither here nor in a preview that inherits it. */
export const nonce =
  typeof document === 'undefined'
    ? ''
    : (document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '')
