// Answers to conversations: each is a real email of the service, so that a test can count what went out.
export type SentReply = {
  readonly teamId: string
  readonly conversationId: string
  readonly body: string
  readonly sentAt: string
}

export type Replies = {
  readonly send: (reply: SentReply) => void
  readonly list: () => readonly SentReply[]
}

export const createReplies = (): Replies => {
  const sent: SentReply[] = []
  return { send: (reply) => void sent.push(reply), list: () => sent }
}
