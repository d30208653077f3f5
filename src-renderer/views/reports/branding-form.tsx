import { ColorInput, ColorSwatch, Stack, Text } from '@mantine/core'
import type { ReportBranding, ReportBrandingOverrides } from '../../../src-shared/desk/reports.ts'
import { BRAND_COLOURS } from '../../../src-shared/desk/values/brand-look.ts'
import { contrastOnWhite, isColour } from '../../format/brand-look.ts'
import { formatDecimal } from '../../format/numbers.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { KEPT_LABELS, useKept } from '../../parts/fields/use-kept-text.ts'
import { useAction } from '../../parts/use-action.ts'
import { setReportBranding } from '../../state/reports.ts'
import { LogoField } from './logo-field.tsx'

const READABLE = 4.5

const ColourNote = ({ colour }: { readonly colour: string }) => {
  const contrast = contrastOnWhite(colour)
  return contrast >= READABLE ? null : (
    <Text size="xs" c="var(--warn)" role="status">
      Hard to read on white paper (contrast {formatDecimal(contrast)}, at least {READABLE} is needed). Texts and charts
      of reports use a darker shade of it.
    </Text>
  )
}

const EMPTY: ReportBrandingOverrides = { name: null, logo: null, colour: null, footer: null }

type Props = {
  readonly agency: ReportBranding
  /** Null: the agency's own branding is edited. */
  readonly brandId: string | null
  readonly own: ReportBrandingOverrides | undefined
}

/** Of the agency, or what one brand has of its own; what a brand leaves empty is the agency's. */
export const BrandingForm = ({ agency, brandId, own }: Props) => {
  const { error, run } = useAction()
  const isValid = ({ colour }: ReportBrandingOverrides) => colour === null || isColour(colour)
  const withAgency = (own: ReportBrandingOverrides): ReportBranding => ({
    name: own.name ?? agency.name,
    logo: own.logo ?? (brandId === null ? null : agency.logo),
    colour: own.colour !== null && isColour(own.colour) ? own.colour : agency.colour,
    footer: own.footer ?? agency.footer,
  })
  const {
    value: shown,
    state,
    change: keep,
    focus,
  } = useKept<ReportBrandingOverrides>(brandId === null ? agency : (own ?? EMPTY), async (next) => {
    if (!isValid(next)) return false
    const input =
      brandId === null ? { brandId, branding: { ...withAgency(next), logo: next.logo } } : { brandId, branding: next }
    return (await run(setReportBranding(input))).ok
  })
  const whole = withAgency(shown)
  const change = (next: Partial<ReportBrandingOverrides>) => keep({ ...shown, ...next })
  /** A brand's empty field follows the agency. */
  const text = (typed: string) => (brandId !== null && typed.trim() === '' ? null : typed)
  return (
    <Stack gap="md" {...focus}>
      <TextField
        label="Name on reports"
        placeholder={brandId === null ? 'Your agency' : agency.name}
        maxLength={120}
        value={shown.name ?? ''}
        onChange={(typed) => change({ name: text(typed) })}
      />
      <LogoField
        logo={shown.logo}
        fallback={brandId === null ? null : agency.logo}
        onChange={(logo) => change({ logo })}
      />
      <Stack gap={4}>
        <ColorInput
          maw={220}
          label="Colour of headings and charts"
          placeholder={brandId === null ? '' : agency.colour}
          format="hex"
          swatches={[...BRAND_COLOURS]}
          swatchesPerRow={7}
          // Its picker has no name for a screen reader.
          withPicker={false}
          error={isValid(shown) ? undefined : 'Write a colour such as #1c7ed6.'}
          // A brand without its own has the agency's: the swatch is of what reports use.
          leftSection={<ColorSwatch size={18} color={whole.colour} aria-hidden />}
          value={shown.colour ?? ''}
          onChange={(colour) => change({ colour: text(colour) })}
        />
        {isValid(shown) ? <ColourNote colour={whole.colour} /> : null}
      </Stack>
      <TextField
        label="Footer of each page"
        placeholder={brandId === null ? 'Acme Agency · acme.example' : agency.footer}
        maxLength={300}
        value={shown.footer ?? ''}
        onChange={(typed) => change({ footer: text(typed) })}
      />
      <ErrorNotice error={error} title="The branding was not saved" />
      <Text size="xs" c="dimmed" role="status" mih={18}>
        {state === 'rest' ? 'Changes are saved as you make them. New reports use them.' : KEPT_LABELS[state]}
      </Text>
    </Stack>
  )
}
