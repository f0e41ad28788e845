import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../shared/design/button.tsx'
import { Page } from '../../shared/design/page.tsx'
import { AllowedPage } from '../../shared/session/allowed-page.tsx'
import { useCan } from '../../shared/session/use-me.ts'
import { ConnectorDialog } from './connector-dialog.tsx'
import { ConnectorsSection } from './connectors-section.tsx'

/** The outside systems whose tools agents can call. */
export function ConnectorsPage() {
  const writable = useCan('settings.write')
  const changeable = useCan('connectors.change')
  const [adding, setAdding] = useState(false)
  const add = () => setAdding(true)
  return (
    <AllowedPage title="Connectors" needs="conversations.use">
      <Page
        narrow
        title="Connectors"
        actions={
          changeable && (
            <Button variant="primary" onClick={add}>
              <Plus size={14} aria-hidden="true" /> Add connector
            </Button>
          )
        }
      >
        <ConnectorsSection writable={writable} changeable={changeable} />
      </Page>
      {adding && <ConnectorDialog connector={null} onClose={() => setAdding(false)} />}
    </AllowedPage>
  )
}
