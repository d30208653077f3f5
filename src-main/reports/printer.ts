import { DeskError } from '../../src-shared/desk/errors.ts'

/** Prints pages as PDF: a browser of this machine, or Electron. The shell passes one in. */
export type PrintJob = {
  /** Prints one self-contained page. Rejects where the browser failed; the next page may still be printed. */
  readonly print: (html: string) => Promise<Uint8Array>
  /** Ends the browser and deletes what it left. */
  readonly close: () => Promise<void>
}

export type Printer = {
  /** Which program it is; a sentence with what to do where there is none. */
  readonly find: () => Promise<{ readonly name: string; readonly path: string | null } | string>
  /** Starts it for a batch. Rejects with a sentence for the person. */
  readonly open: () => Promise<PrintJob>
}

export const NO_PRINTER_HERE =
  'No program here can make PDF files. Install Google Chrome, Microsoft Edge or Chromium and try again. HTML and CSV files can be made without one.'

/** Where no program was passed in. */
export const NO_PRINTER: Printer = {
  find: () => Promise.resolve(NO_PRINTER_HERE),
  open: () => Promise.reject(new DeskError('conflict', NO_PRINTER_HERE)),
}
