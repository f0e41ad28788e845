import { Link } from '@tanstack/react-router'
import { Compass } from 'lucide-react'
import { buttonClass } from '../design/button.tsx'
import { useDocumentTitle } from '../design/document-title.ts'
import { Empty } from '../design/states.tsx'

export function NotFound() {
  useDocumentTitle('Not found')
  return (
    <Empty
      icon={<Compass size={20} />}
      title="There is no page at this address"
      action={
        <Link to="/skills" className={buttonClass('primary')}>
          Go to Skills
        </Link>
      }
    >
      It may have been deleted, or the address is mistyped.
    </Empty>
  )
}
