// The page's first script: a few kB that run while the others are still read. It opens the session and asks for the first
// rows, so that React draws them at once. The large script imports it, so it always runs first, and once.
import './session.ts'
import { firstCalls } from './data/early-calls.ts'
import { placeFromHash } from './state/place.ts'

firstCalls.send(placeFromHash(location.hash))
