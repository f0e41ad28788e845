import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useCan, useMe } from '../../../shared/session/use-me.ts'
import { ConnectModel } from './connect-model.tsx'

/** Says that no model is connected, and how to connect one. */
export function DemoNotice() {
  const { model } = useMe()
  const onPage = useCan('models.change')
  const [open, setOpen] = useState(false)
  if (!model.demo) return null
  return (
    <p className="mt-2 flex items-center gap-2 rounded-md bg-warn-soft px-3 py-2 text-xs text-warn-ink">
      <TriangleAlert size={14} aria-hidden="true" className="shrink-0" />
      <span>
        Demo model: matches words, does not think.{' '}
        {onPage ? (
          <Link to="/settings/models" className="font-medium underline">
            Connect a model
          </Link>
        ) : (
          <button
            type="button"
            onClick={() => setOpen(true)}
            className="min-h-6 font-medium underline"
          >
            Connect a model
          </button>
        )}
      </span>
      <ConnectModel open={open} onClose={() => setOpen(false)} />
    </p>
  )
}
