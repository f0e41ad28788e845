import { Badge } from '../shared/design/badge.tsx'
import { useMe } from '../shared/session/use-me.ts'

/** Said only where it is so: no model is connected. */
export function DemoBadge() {
  const { model } = useMe()
  if (!model.demo) return null
  return (
    <div className="px-2">
      <Badge tone="warn" title={`${model.label}: answers are scripted, no model is connected`}>
        Demo model (offline)
      </Badge>
    </div>
  )
}
