// Whether bytes hold a secret, in whatever form it could leak.

export const formsOf = (secret: string): Buffer[] => [
  Buffer.from(secret, 'utf8'),
  Buffer.from(secret, 'utf16le'),
  Buffer.from(secret.slice(3), 'utf8'),
  // Base64 of a longer text holds the secret's at one of three offsets; the ends depend on the bytes beside it.
  ...[0, 1, 2].map((offset) =>
    Buffer.from(
      Buffer.from(`${'x'.repeat(offset)}${secret}`)
        .toString('base64')
        .slice(4, -4),
      'utf8',
    ),
  ),
  Buffer.from(Buffer.from(secret).toString('hex'), 'utf8'),
]

export const holdsSecret = (bytes: Buffer, secret: string): boolean =>
  formsOf(secret).some((form) => bytes.includes(form))
