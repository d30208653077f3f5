/** What a command line takes whole on every system. */
const INLINE_MAX = 100_000
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The delivery as a command for a POSIX shell; the secret is taken from $WEBHOOK_SECRET. */
export const toCurl = (
  { headers, body }: { readonly headers: readonly [string, string][]; readonly body: string },
  url: string,
): string => {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'application/json'
  const data = body.length > INLINE_MAX ? '--data-binary @body.json' : `--data-binary ${quote(body)}`
  return [
    `curl -X POST ${quote(url)}`,
    `-H "Authorization: Bearer $WEBHOOK_SECRET"`,
    `-H ${quote(`Content-Type: ${type}`)}`,
    data,
  ].join(' \\\n  ')
}
