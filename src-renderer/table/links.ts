/** The part of an address that tells pages of one site apart: `/guides/boots`. Anything else stays as it is. */
export const pathOf = (page: string): string => {
  const match = /^https?:\/\/[^/?#]+(.*)$/i.exec(page)
  return match === null ? page : match[1] || '/'
}

/** Whether text from the service may become a link: https alone, and no name and password inside. */
export const isSafeLink = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && url.protocol === 'https:' && url.username === '' && url.password === ''
}
