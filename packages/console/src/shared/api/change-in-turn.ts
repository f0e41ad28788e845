interface Changed {
  readonly etag: string
}

interface OwnChanges {
  /** Every version this page read or made, with nobody else's between them. */
  readonly made: ReadonlySet<string>
  readonly latest: string
}

const own = new Map<string, Promise<OwnChanges>>()

/**
 * Changes something as it was when the page read it: refused when somebody else has changed it since, but not
 * for what this page itself did meanwhile, which it waits for. `act` is given the version to send.
 */
export async function changeInTurn<Body extends Changed>(
  { id, etag }: { readonly id: string; readonly etag: string },
  act: (etag: string) => Promise<Body>,
): Promise<Body> {
  const before = own.get(id) ?? Promise.resolve({ made: new Set<string>(), latest: etag })
  const answer = before.then(async ({ made, latest }) => {
    const ours = made.has(etag)
    const body = await act(ours ? latest : etag)
    const known = ours ? made : [etag]
    return { body, after: { made: new Set([...known, body.etag]), latest: body.etag } }
  })
  own.set(
    id,
    answer.then(
      ({ after }) => after,
      () => before,
    ),
  )
  return (await answer).body
}
