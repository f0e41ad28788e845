import { Link } from '@tanstack/react-router'

/** Why no message can be sent now, and where the open request is answered. */
export function WaitingNotice() {
  return (
    <p role="status" className="mb-2 text-xs text-ink-2">
      The agent waits for an answer, and takes no message before it. Answer above or in the{' '}
      <Link to="/inbox" className="text-accent-ink underline underline-offset-2">
        Inbox
      </Link>
      , or stop the turn.
    </p>
  )
}
