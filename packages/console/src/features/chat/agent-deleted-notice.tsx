import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../shared/design/button.tsx'

/** Why no message can be sent any more, and what to do instead. */
export function AgentDeletedNotice() {
  return (
    <div
      data-page-foot
      className="flex flex-wrap items-center justify-between gap-3 rounded-xl border border-line-2 bg-surface p-3 text-sm text-ink-2"
    >
      <p role="status">
        The agent of this conversation was deleted. You can read it, but not continue it.
      </p>
      <Link to="/chat" className={buttonClass('primary')}>
        New conversation
      </Link>
    </div>
  )
}
