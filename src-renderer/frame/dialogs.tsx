import { Palette } from '../commands/palette.tsx'
import { ShortcutSheet } from '../commands/shortcut-sheet.tsx'
import { AddBrands } from '../views/brands/add-brands.tsx'
import { EditBrand } from '../views/brands/edit-brand.tsx'
import { ConfirmAddress } from './confirm-address.tsx'
import { Messages } from './messages.tsx'
import { RemoveDemo } from './remove-demo.tsx'
import { LetGo } from './resume-sending.tsx'

/** What opens over the page from anywhere. */
export const Dialogs = () => (
  <>
    <Palette />
    <ShortcutSheet />
    <AddBrands />
    <EditBrand />
    <LetGo />
    <ConfirmAddress />
    <RemoveDemo />
    <Messages />
  </>
)
