// A logo is shown to clients and printed: its bytes must be what its type says.
import { DeskError } from '../../../src-shared/desk/errors.ts'

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const JPEG = [0xff, 0xd8, 0xff]

const beginsWith = (bytes: Buffer, start: readonly number[]): boolean => start.every((byte, at) => bytes[at] === byte)

/** As an <img> an SVG runs no script and loads nothing; entities could still grow without end. */
const isSvg = (bytes: Buffer): boolean => {
  const text = bytes.toString('utf8')
  return (
    /^\uFEFF?\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]{0,2000}?-->\s*)*<svg[\s>]/i.test(text) &&
    !/<!(DOCTYPE|ENTITY)/i.test(text)
  )
}

/** Throws `invalid` unless the picture is of the type that its data URI names. */
export const assertLogo = (logo: string | null): void => {
  if (logo === null) return
  const [head = '', data = ''] = logo.split(',')
  const bytes = Buffer.from(data, 'base64')
  const isRight = head.includes('image/png')
    ? beginsWith(bytes, PNG)
    : head.includes('image/jpeg')
      ? beginsWith(bytes, JPEG)
      : isSvg(bytes)
  if (!isRight)
    throw new DeskError('invalid', 'The logo is no PNG, JPEG or SVG picture. Choose another file.', {
      issues: [{ path: 'branding.logo', message: 'is not the picture that its type says' }],
    })
}
