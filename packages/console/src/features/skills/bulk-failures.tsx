import { X } from 'lucide-react'
import { IconButton } from '../../shared/design/button.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { plural } from '../../shared/design/numbers.ts'

/** One skill that a bulk action left as it was, and why. */
export interface BulkFailure {
  readonly id: string
  readonly name: string
  readonly message: string
}

interface BulkFailuresProps {
  readonly failures: readonly BulkFailure[]
  /** `enabled`, `disabled` … */
  readonly what: string
  readonly onClose: () => void
}

/** Every skill a bulk action could not do, each with its reason; it stays until it is closed. */
export function BulkFailures({ failures, what, onClose }: BulkFailuresProps) {
  if (failures.length === 0) return null
  return (
    <div className="mb-3">
      <Notice
        tone="bad"
        urgent
        title={`${plural(failures.length, 'skill')} not ${what}`}
        actions={
          <IconButton label="Close what was not done" onClick={onClose}>
            <X size={16} />
          </IconButton>
        }
      >
        <ul className="max-h-40 overflow-y-auto">
          {failures.map(({ id, name, message }) => (
            <li key={id}>
              <span className="font-medium">{name}</span>: {message}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}
