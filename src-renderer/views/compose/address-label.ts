/** `ann@daily.test`; with the site if the address is at another domain. */
export const addressLabel = ({
  email,
  domain,
}: {
  readonly email: string | null
  readonly domain: string | null
}): string => {
  const isTold = domain === null || email?.toLowerCase().endsWith(`@${domain.toLowerCase()}`) === true
  return `${email ?? 'no address on this desk'}${isTold ? '' : ` · ${domain}`}`
}
