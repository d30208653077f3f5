import { isolate } from '../format/isolate.ts'

/** A name inside a sentence or a button: whatever its direction, the words around it stay where they are. */
export const Name = ({ children }: { readonly children: string }) => <bdi>{isolate(children)}</bdi>
