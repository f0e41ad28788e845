import { Button } from '../../shared/design/button.tsx'
import { Notice } from '../../shared/design/notice.tsx'

/** Unsaved changes of an earlier visit are on the page again. */
export function DraftNotice({ onDiscard }: { readonly onDiscard: () => void }) {
  return (
    <div className="mb-4">
      <Notice
        title="Unsaved changes were restored"
        actions={
          <Button size="small" onClick={onDiscard}>
            Discard them
          </Button>
        }
      >
        They were kept in this browser and are not on the server yet.
      </Notice>
    </div>
  )
}
