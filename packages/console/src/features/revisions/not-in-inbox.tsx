import { Link } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { buttonClass } from '../../shared/design/button.tsx'
import { EmptyPage } from '../../shared/design/states.tsx'

interface NotInInboxProps {
  /** What the address names, within a sentence: `question`. */
  readonly what: string
  /** Why it may not be there. */
  readonly children: string
}

export function NotInInbox({ what, children }: NotInInboxProps) {
  return (
    <EmptyPage
      icon={<SearchX size={20} />}
      title={`There is no such ${what}`}
      action={
        <Link to="/inbox" className={buttonClass('primary')}>
          Go to the inbox
        </Link>
      }
    >
      {children}
    </EmptyPage>
  )
}
