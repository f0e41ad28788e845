import { Link } from '@tanstack/react-router'
import { Compass } from 'lucide-react'
import { useDocumentTitle } from '../shared/browser/document-title.ts'
import { buttonClass } from '../shared/design/button.tsx'
import { EmptyPage } from '../shared/design/states.tsx'

export function NotFound() {
  useDocumentTitle('Not found')
  return (
    <EmptyPage
      icon={<Compass size={20} />}
      title="There is no page at this address"
      action={
        <Link to="/skills" className={buttonClass('primary')}>
          Go to Skills
        </Link>
      }
    >
      It may have been deleted, or the address is mistyped.
    </EmptyPage>
  )
}
