import { go, useLocation } from '../store/location.ts'
import { views } from '../views/registry.tsx'

export const TopBar = () => {
  const current = useLocation((state) => state.view)
  return (
    <nav>
      {views.map(({ id, title }) => (
        <button
          key={id}
          type="button"
          aria-current={id === current ? 'page' : undefined}
          onClick={() => go({ view: id })}
        >
          {title}
        </button>
      ))}
    </nav>
  )
}
