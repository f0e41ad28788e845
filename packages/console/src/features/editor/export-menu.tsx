import { Download } from 'lucide-react'
import { Button } from '../../shared/design/button.tsx'
import { DownloadMenu } from '../../shared/design/menu.tsx'

/** The saved revision as SKILL.md, or as a zip with its files: for other agents, or as it is stored. */
export function ExportMenu({ skillId }: { readonly skillId: string }) {
  const href = `/api/v1/skills/${encodeURIComponent(skillId)}/export`
  return (
    <DownloadMenu
      trigger={
        <Button title="Download the saved revision as SKILL.md, or as a zip with its files">
          <Download size={15} aria-hidden="true" /> Export
        </Button>
      }
      downloads={[
        {
          label: 'For other agents',
          description: 'Valid in the open format: a valid name, other keys as written.',
          href: `${href}?form=standard`,
        },
        {
          label: 'As stored',
          description: 'The same bytes as here.',
          href: `${href}?form=original`,
        },
      ]}
    />
  )
}
