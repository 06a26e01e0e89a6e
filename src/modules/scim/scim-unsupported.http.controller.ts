import { Controller, Delete, Get, Patch, Post, Put } from '@nestjs/common';
import { ScimEndpoint } from './scim-endpoint.decorator';
import { NotImplementedByScim } from './scim-error';

/**
 * The optional endpoints that this service does not implement. RFC 7644 requires 501 for `/Me` (3.11), and clients that
 * probe for either endpoint distinguish 501 from a wrong base URL.
 */
@Controller('api/scim/v2')
export class ScimUnsupportedHttpController {
  @Get('Me')
  @ScimEndpoint()
  getMe(): never {
    throw meIsUnsupported();
  }

  @Post('Me')
  @ScimEndpoint()
  createMe(): never {
    throw meIsUnsupported();
  }

  @Put('Me')
  @ScimEndpoint()
  replaceMe(): never {
    throw meIsUnsupported();
  }

  @Patch('Me')
  @ScimEndpoint()
  patchMe(): never {
    throw meIsUnsupported();
  }

  @Delete('Me')
  @ScimEndpoint()
  deleteMe(): never {
    throw meIsUnsupported();
  }

  @Post('Bulk')
  @ScimEndpoint()
  bulk(): never {
    throw new NotImplementedByScim(
      'Bulk operations are not supported; send each operation as its own request',
    );
  }
}

const meIsUnsupported = () =>
  new NotImplementedByScim('/Me is not supported: a SCIM token represents a directory, not a user');
