import { EmptyState } from '../parts/empty-state.tsx'

/** In place of the desk, for a page that has no session and got none from another tab. */
export const SignIn = () => (
  <main>
    <EmptyState title="This page is not signed in">
      Open the address that Agency Desk printed. It works once, within 10 minutes, and only the newest one works. For a
      new address run <code>npm run desk -- open</code>, or <code>npm start</code> again.
    </EmptyState>
  </main>
)
