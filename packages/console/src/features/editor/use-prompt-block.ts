import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../shared/api/api.ts'

const pause = 250

/** The block a text becomes, and the keywords made from it, asked of the server once the typing pauses; the last one stays meanwhile. */
export function usePromptBlock(source: string) {
  const [settled, setSettled] = useState(source)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(source), pause)
    return () => clearTimeout(timer)
  }, [source])
  const { data, error, refetch } = useQuery({
    queryKey: ['prompt-block', settled],
    queryFn: ({ signal }) => api.skills.parse(settled, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return {
    block: data?.prompt_block,
    error,
    retry: () => void refetch(),
  }
}
