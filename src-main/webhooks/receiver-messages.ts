// What travels between the desk and the receiver's thread. No secret does, only salted hashes.
import type { SecretHashes } from './queries/webhook-secrets.ts'

/** Whom the receiver serves. Each change is sent whole. */
export type ReceiverRules = {
  readonly salt: string
  readonly hashes: readonly SecretHashes[]
  readonly brands: readonly { readonly id: string; readonly slug: string }[]
  readonly allowedHosts: readonly string[]
  /** Sent by our own check of reachability; nobody else knows it. */
  readonly checkToken: string
  /** The desk's clock: its cell, or how far it is ahead of the computer's. */
  readonly clock: { readonly cell: Float64Array | undefined; readonly aheadMs: number }
}

export type ReceiverRequest =
  | { readonly kind: 'openFile'; readonly path: string }
  | { readonly kind: 'rules'; readonly rules: ReceiverRules }
  | { readonly kind: 'listen'; readonly address: string; readonly port: number }
  | { readonly kind: 'closeFile' | 'stop' | 'takeRefusals' | 'end' }

/** Whether it listens: the port, or the error's code. */
export type ListenResult = { readonly port: number } | { readonly code: string }

export type ReceiverFailure = { readonly message: string; readonly code: string | undefined }

export type ReceiverMessage =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: ReceiverFailure }
  /** Deliveries are on disk; about how many bytes the WAL of inbox.db grew by. */
  | { readonly kind: 'stored'; readonly bytes: number }
  | { readonly kind: 'failed'; readonly failure: ReceiverFailure }
