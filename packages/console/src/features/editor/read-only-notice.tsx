import { Notice } from '../../shared/design/notice.tsx'
import { useCan } from '../../shared/session/use-me.ts'

/** Why this person cannot change the skill, and whom to ask. */
export function ReadOnlyNotice({ scope }: { readonly scope: 'org' | 'user' }) {
  const writesOwn = useCan('skills.write')
  return (
    <div className="mb-4">
      <Notice title="You can read this skill, but not change it">
        {scope === 'org' && writesOwn
          ? 'It belongs to the organisation. Ask an owner or admin to change it.'
          : 'Your key does not have the permission skills.write. Ask an owner or admin for it.'}
      </Notice>
    </div>
  )
}
