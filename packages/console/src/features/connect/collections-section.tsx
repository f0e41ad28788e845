import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../shared/design/button.tsx'
import { Section } from '../../shared/design/section.tsx'
import { useCan } from '../../shared/session/use-me.ts'
import { CollectionCard } from './collection-card.tsx'
import { CollectionDialog } from './collection-dialog.tsx'
import { collectionsQuery } from './collections-query.ts'

/** Sets of skills for clients that read them as files, from Git or an index. */
export function CollectionsSection() {
  const canChange = useCan('settings.write')
  const { data } = useQuery(collectionsQuery)
  const [isOpen, setOpen] = useState(false)
  const collections = data?.items ?? []
  return (
    <Section
      title="Or the skills as files"
      description="Clients that keep skills as files take a collection by its address, from Git or an index. It has what is published now, and is read only. Budget, approvals and traces end where the files do."
    >
      <div className="flex flex-col gap-4">
        {data && collections.length === 0 && (
          <p className="text-ink-2">
            {canChange
              ? 'There is no collection yet. Make one, and give its address to the people who want it.'
              : 'There is no collection yet. An owner or admin makes one.'}
          </p>
        )}
        {collections.map((collection) => (
          <CollectionCard key={collection.id} collection={collection} canChange={canChange} />
        ))}
        {canChange && (
          <div>
            <Button onClick={() => setOpen(true)}>New collection</Button>
          </div>
        )}
      </div>
      {isOpen && <CollectionDialog collection={null} onClose={() => setOpen(false)} />}
    </Section>
  )
}
