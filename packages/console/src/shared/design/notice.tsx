import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const looks = {
  info: { icon: Info, look: 'border-line bg-inset text-ink-2' },
  warn: { icon: TriangleAlert, look: 'border-warn/35 bg-warn-soft text-warn-ink' },
  bad: { icon: CircleAlert, look: 'border-bad/35 bg-bad-soft text-bad-ink' },
} as const

interface NoticeProps {
  readonly tone?: keyof typeof looks
  readonly title?: ReactNode
  readonly children?: ReactNode
  readonly actions?: ReactNode
  /** Spoken at once when it appears. */
  readonly urgent?: boolean
}

export function Notice({ tone = 'info', title, children, actions, urgent }: NoticeProps) {
  const { icon: Icon, look } = looks[tone]
  return (
    <div
      {...(urgent ? { role: 'alert' } : {})}
      className={classNames(
        'flex flex-wrap items-start gap-x-3 gap-y-2 rounded-lg border px-3 py-2.5',
        look,
      )}
    >
      <Icon size={16} className="mt-0.5 shrink-0" aria-hidden="true" />
      <div className="min-w-48 flex-1">
        {title && <p className="font-medium">{title}</p>}
        {children && <div className="text-xs [overflow-wrap:anywhere]">{children}</div>}
      </div>
      {actions && <div className="flex gap-2">{actions}</div>}
    </div>
  )
}
