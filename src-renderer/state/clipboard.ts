import { notify } from './notices.ts'

/** Copies text and says so; a page without the right says that instead. */
export const copyText = (text: string, said: string): void => {
  navigator.clipboard.writeText(text).then(
    () => notify({ title: said }),
    () => notify({ title: 'Nothing was copied', message: 'The page cannot write to the clipboard.', tone: 'warning' }),
  )
}
