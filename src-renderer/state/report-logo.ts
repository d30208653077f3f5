// A logo out of a file, as the desk keeps it.

const TYPES = ['image/png', 'image/jpeg', 'image/svg+xml']
export const LOGO_TYPES = TYPES.join(',')
export const LOGO_MAX_BYTES = 512 * 1024

type Read = { readonly logo: string } | { readonly problem: string }

/** Why a file cannot be a logo; null: it can. */
export const logoProblem = ({ type, size }: Pick<File, 'type' | 'size'>): string | null => {
  if (!TYPES.includes(type)) return 'Choose a PNG, JPEG or SVG picture.'
  if (size <= LOGO_MAX_BYTES) return null
  return `The picture has ${Math.ceil(size / 1024)} KB. At most 512 KB are possible: save it smaller, 600 pixels wide are enough.`
}

const asDataUri = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

export const readLogo = async (file: File): Promise<Read> => {
  const problem = logoProblem(file)
  if (problem !== null) return { problem }
  return asDataUri(file).then(
    (logo) => ({ logo }),
    () => ({ problem: 'The file could not be read. Choose it again.' }),
  )
}
