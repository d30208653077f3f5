// What to use for the look of a view (each exists once, so a view's own CSS is the exception):
// soft text <Text c="dimmed">, smaller size="xs"; small heading a plain <h3>; column <Stack>, row <Group>, grid <SimpleGrid>
// boxed panel <Paper withBorder p="sm"> or parts/panel.tsx; hint or warning parts/notice.tsx; names and values parts/facts.tsx
// small table <Table data={…}>; list a plain <ul> (no bullets, `lines` draws lines between its items); a state parts/state-word.tsx
// plain elements in the rows of a big table take the classes of global.css: soft good warn bad numbers truncate lines box
// spacing xs 8, sm 12, md 16 px; font xs 12, sm 13 (text), md 14, lg 16 px; radius sm 5, md 7 (box), lg 10 px (panel)
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

/** Comes with the program, so that widths are the same on each system. */
export const FONT_FAMILY = '"Inter Variable", system-ui, "Segoe UI", "Noto Sans", sans-serif'

/** Quiet, slightly cool greys; the dark ones reach from text (0) to the deepest ground (9). */
const gray: MantineColorsTuple = [
  '#f7f8fa',
  '#f0f1f4',
  '#e6e8ec',
  '#d9dce2',
  '#c3c7cf',
  '#9da3ae',
  '#6a707c',
  '#4c515b',
  '#2e3239',
  '#16181d',
]
const dark: MantineColorsTuple = [
  '#e7e9ee',
  '#b4bac6',
  '#8f96a4',
  '#5b616d',
  '#3b4049',
  '#2e323a',
  '#23262d',
  '#1a1d22',
  '#141619',
  '#0e1012',
]
const accent: MantineColorsTuple = [
  '#eef1ff',
  '#dfe4ff',
  '#bfc9fd',
  '#9aa9f8',
  '#7c8ef2',
  '#6478ec',
  '#4a5fdc',
  '#3f52c8',
  '#3545ad',
  '#2b388c',
]

/** Above the dimmed page of a dialog, below its menus. */
export const NOTICES_Z = 201

export const theme = createTheme({
  colors: { gray, dark, accent },
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 6 },
  fontFamily: FONT_FAMILY,
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.45', sm: '1.45', md: '1.45', lg: '1.5', xl: '1.5' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '3px', sm: '5px', md: '7px', lg: '10px', xl: '14px' },
  defaultRadius: 'sm',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.3' },
      h2: { fontSize: '1rem', lineHeight: '1.35' },
      h3: { fontSize: '0.875rem', lineHeight: '1.4' },
      h4: { fontSize: '0.8125rem', lineHeight: '1.4' },
      h5: { fontSize: '0.8125rem', lineHeight: '1.4' },
      h6: { fontSize: '0.75rem', lineHeight: '1.4' },
    },
  },
  shadows: {
    xs: '0 1px 2px rgb(16 18 22 / 6%)',
    sm: '0 1px 3px rgb(16 18 22 / 8%)',
    md: '0 6px 20px rgb(16 18 22 / 12%)',
    lg: '0 12px 36px rgb(16 18 22 / 18%)',
    xl: '0 20px 60px rgb(16 18 22 / 24%)',
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  autoContrast: true,
  components: {
    Text: { defaultProps: { size: 'sm' } },
    Stack: { defaultProps: { gap: 'sm' } },
    Group: { defaultProps: { gap: 'xs' } },
    SimpleGrid: { defaultProps: { spacing: 'sm' } },
    Paper: { defaultProps: { radius: 'md' } },
    Table: { defaultProps: { fz: 'xs', verticalSpacing: 6, horizontalSpacing: 10 } },
    Button: { defaultProps: { size: 'xs' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'md' } },
    TextInput: { defaultProps: { size: 'xs' } },
    PasswordInput: { defaultProps: { size: 'xs' } },
    NumberInput: { defaultProps: { size: 'xs' } },
    Textarea: { defaultProps: { size: 'xs' } },
    Select: { defaultProps: { size: 'xs' } },
    MultiSelect: { defaultProps: { size: 'xs' } },
    TagsInput: { defaultProps: { size: 'xs' } },
    ColorInput: { defaultProps: { size: 'xs', withEyeDropper: false } },
    // With its border it is seen to be a button.
    Chip: { defaultProps: { size: 'xs', variant: 'outline' } },
    SegmentedControl: { defaultProps: { size: 'xs' } },
    Switch: { defaultProps: { size: 'xs' } },
    Checkbox: { defaultProps: { size: 'xs' } },
    Tooltip: { defaultProps: { openDelay: 350, withArrow: false, fz: 'xs' } },
    // The library's own first stop in a menu is no item, which a screen reader must not meet there.
    Menu: { defaultProps: { shadow: 'md', withInitialFocusPlaceholder: false } },
    Notification: {
      defaultProps: { closeButtonProps: { 'aria-label': 'Close' } },
      styles: { title: { lineHeight: 1.4 }, description: { lineHeight: 1.4 } },
    },
    Modal: {
      defaultProps: {
        closeButtonProps: { 'aria-label': 'Close' },
        transitionProps: { transition: 'fade', duration: 100 },
        overlayProps: { backgroundOpacity: 0.45 },
      },
      // Notices lie over what a dialog dims, and under the dialog: they never cover a button of it.
      styles: { inner: { zIndex: NOTICES_Z + 1 } },
    },
  },
})

/** Mantine's own colours, tied to ours (tokens.css), so that its parts and our own look like one thing. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-soft)',
    '--mantine-color-placeholder': 'var(--ink-soft)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-error': 'var(--bad)',
  },
  dark: {
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-soft)',
    '--mantine-color-placeholder': 'var(--ink-soft)',
    '--mantine-color-default': 'var(--raised)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-error': 'var(--bad)',
  },
})
