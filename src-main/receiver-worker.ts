// The entry of the receiver's thread.
import { runReceiverThread } from './webhooks/receiver-thread.ts'

runReceiverThread()
