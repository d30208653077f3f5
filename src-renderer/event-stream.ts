// Server-sent events from a stream of text. The browser's own EventSource sends no headers, and ours need one.

export type StreamEvent = { readonly name: string; readonly data: string }

const parseBlock = (block: string): StreamEvent | null => {
  const lines = block.split('\n')
  const valuesOf = (field: string) =>
    lines.filter((line) => line.startsWith(`${field}: `)).map((line) => line.slice(field.length + 2))
  const data = valuesOf('data')
  return data.length === 0 ? null : { name: valuesOf('event').at(-1) ?? 'message', data: data.join('\n') }
}

/** The events as they come; a block without data (a comment) is none. Ends with the stream, rejects where it breaks. */
export const readEvents = async function* (stream: ReadableStream<string>): AsyncGenerator<StreamEvent> {
  const reader = stream.getReader()
  let rest = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    const blocks = (rest + value).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = parseBlock(block)
      if (event !== null) yield event
    }
  }
}
