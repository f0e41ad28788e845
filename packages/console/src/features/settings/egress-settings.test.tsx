import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { EgressSettings } from './egress-settings.tsx'

function show(initial: readonly string[]) {
  const changes: string[][] = []
  function Form() {
    const [list, setList] = useState([...initial])
    const onChange = (next: string[]) => {
      changes.push(next)
      setList(next)
    }
    return <EgressSettings list={list} writable onChange={onChange} />
  }
  render(<Form />)
  const field = screen.getByLabelText('Send without asking to') as HTMLTextAreaElement
  return { changes, field }
}

afterEach(cleanup)

describe('EgressSettings', () => {
  it('has a destination a line, and keeps the line that is being begun', () => {
    const { changes, field } = show(['docs.example.org'])
    expect(field.value).toBe('docs.example.org')
    fireEvent.change(field, { target: { value: 'docs.example.org\n' } })
    expect(field.value).toBe('docs.example.org\n')
    fireEvent.change(field, { target: { value: 'docs.example.org\n connector:wiki\n\n' } })
    expect(changes.at(-1)).toEqual(['docs.example.org', 'connector:wiki'])
  })

  it('warns of a list that names everything', () => {
    const { field } = show([])
    expect(screen.queryByText(/lets agents send anywhere/)).toBeNull()
    fireEvent.change(field, { target: { value: '*' } })
    expect(screen.getByText(/lets agents send anywhere/)).toBeTruthy()
  })
})
