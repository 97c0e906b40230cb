import type { Image } from '../../../api/types.ts';
import type { MonthSection } from './month-section.ts';

/** The fields of an image in a list, without long ones that a list does not show: there may be 100,000. */
export type ListedImage = Omit<
  Image,
  'camera' | 'description' | 'image_file_id' | 'location' | 'updated_at' | 'user_id'
>;

export type ImageChange = Pick<Image, 'id'> & Partial<ListedImage>;

export type ListedSection = MonthSection<ListedImage>;

export function slim(image: ListedImage & Partial<Image>): ListedImage {
  const {
    camera: _camera,
    description: _description,
    image_file_id: _file,
    location: _location,
    updated_at: _updated,
    user_id: _user,
    ...listed
  } = image;
  return listed;
}
